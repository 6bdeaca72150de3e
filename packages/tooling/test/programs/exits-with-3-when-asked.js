process.on('SIGTERM', () => process.exit(3))
console.log('ready')
setInterval(() => {}, 1000)
