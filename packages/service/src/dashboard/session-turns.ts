import { KeyedTurns } from '../http/keyed-turns.ts'

/** What each session reads, two at once: a search holds a database up for as long as many requests of others take. */
export class SessionTurns extends KeyedTurns {
  constructor() {
    super({
      atOnce: 2,
      mostWaiting: 60,
      refusal: 'This session has asked for too much at once; wait a little',
    })
  }
}
