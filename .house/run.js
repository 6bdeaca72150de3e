// Placeholder entry, replaced by the launcher of the two commands.
console.error('The launcher is not here yet.')
process.exit(1)
