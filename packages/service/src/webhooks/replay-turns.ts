import { KeyedTurns } from '../http/keyed-turns.ts'

/** Each merchant's replays, one after the other: all at once they would wait for each other's rows with all connections. */
export class ReplayTurns extends KeyedTurns {
  constructor() {
    super({
      atOnce: 1,
      mostWaiting: 20,
      refusal: 'Many replays of yours are under way; wait a little',
    })
  }
}
