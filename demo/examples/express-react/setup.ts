/** Ends a shop that cannot start, with one line that says why. */
export const giveUp = (why: string): never => {
  console.error(why)
  process.exit(1)
}

for (const name of ['COINSLOT_BASE_URL', 'COINSLOT_CLIENT_ID', 'COINSLOT_CLIENT_SECRET', 'COINSLOT_SIGNING_KEY']) {
  if (!process.env[name])
    giveUp(`${name} is not set: run \`npm run setup\` (coinslot-service clients create --env-to .env) first`)
}
