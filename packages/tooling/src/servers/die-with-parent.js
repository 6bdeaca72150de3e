// Loaded into the processes that `npm start` starts: killed itself, it leaves none of them behind.
process.channel?.unref()
process.once('disconnect', () => process.exit(1))
