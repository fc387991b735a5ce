// Everything that the target does happens when a program that links it starts.
