/** Resolves when what this process prints is no longer taken, as by a full disk or a closed pipe: `console.log` goes on. */
export const outputLost = (): Promise<Error> => new Promise((resolve) => process.stdout.on('error', resolve))
