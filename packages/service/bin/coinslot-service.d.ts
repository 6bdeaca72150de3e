/** Runs the command that the arguments of this process name, such as `serve`. */
export {}
