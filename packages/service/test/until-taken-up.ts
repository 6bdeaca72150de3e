/** Asks again, as clients do, for as long as the service has no room: 503, since the database is too busy. */
export const untilTakenUp = async <Answer extends { readonly status: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
  }
}
