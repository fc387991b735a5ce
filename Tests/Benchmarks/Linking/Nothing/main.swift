// A program that imports nothing.
print(CommandLine.arguments.count)
