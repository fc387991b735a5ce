#if __has_include(<yaml.h>)
#include <yaml.h>
#else
#error "yaml.h not found: install libyaml (Debian: apt-get install libyaml-dev, macOS: brew install libyaml)"
#endif
