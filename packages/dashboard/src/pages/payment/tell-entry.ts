import type { TimelineEntry } from '@coinslot/contract/dashboard-operations'
import { duration, localTime } from '../../format/time.ts'
import { cardName, failureName, plain, shortEndpoint } from '../../format/words.ts'
import type { IconName } from '../../ui/icon-names.ts'
import type { Tone } from '../../ui/status-badge.ts'

/** One entry of a timeline in words. */
export interface Told {
  readonly title: string
  readonly detail: string
  readonly tone: Tone
  readonly icon: IconName
}

const told = (title: string, icon: IconName, tone: Tone = 'quiet', detail = ''): Told => ({ title, detail, tone, icon })

const ENDS = {
  Approved: told('Approved', 'good', 'good', 'The buyer has paid'),
  Declined: told('Declined', 'bad', 'bad', 'Nothing was charged'),
  Expired: told('Expired', 'waiting', 'quiet', 'Nobody paid in time; nothing was charged'),
}

const attempted = (entry: Extract<TimelineEntry, { kind: 'delivery_attempt' }>): Told => {
  const where = shortEndpoint(entry.endpoint)
  const took = `after ${duration(entry.duration_ms)}`
  if (entry.failure === null)
    return told(`Delivered to ${where}`, 'delivery', 'good', `status ${entry.status_code} ${took}`)
  return told(`Delivery to ${where} failed`, 'bad', 'bad', `${failureName(entry.failure, entry.status_code)} ${took}`)
}

const waits = ({ endpoint, status, next_attempt_at }: Extract<TimelineEntry, { kind: 'delivery_waiting' }>): Told => {
  const where = shortEndpoint(endpoint)
  if (status === 'failed')
    return told(`Not delivered to ${where}`, 'bad', 'bad', 'It is not tried again by itself: replay it')
  if (next_attempt_at === null) return told(`Held back from ${where}`, 'waiting', 'wait', 'The endpoint is disabled')
  const next = localTime(new Date(next_attempt_at), new Date())
  return told(`Waiting for ${where}`, 'waiting', 'wait', `Next attempt at ${next}`)
}

/** What an entry says to the viewer. */
export const tellEntry = (entry: TimelineEntry): Told => {
  switch (entry.kind) {
    case 'created':
      return told('Created', 'created')
    case 'opened':
      return told('Opened by the buyer', 'opened')
    case 'identity_asked':
      return told('Identity check asked for', 'identity', 'wait', `Level ${entry.level}`)
    case 'identity_given':
      return told('Identity data given', 'identity')
    case 'identity_decided':
      return entry.outcome === 'approved'
        ? told('Identity approved', 'identity', 'good')
        : told('Identity rejected', 'identity', 'bad')
    case 'card_tried':
      return told(`${cardName(entry)} tried`, 'card')
    case 'challenge_asked':
      return told('The bank asks the buyer to confirm', 'challenge', 'wait', cardName(entry))
    case 'card_refused':
      return told(`${cardName(entry)} refused`, 'bad', 'bad', entry.reason === null ? '' : plain(entry.reason))
    case 'card_approved':
      return told(`${cardName(entry)} approved`, 'good', 'good')
    case 'card_given_back':
      return told(`${cardName(entry)} given back`, 'replay', 'quiet', 'The buyer is not charged for it')
    case 'ended':
      return ENDS[entry.status]
    case 'event':
      return entry.deliveries === 0
        ? told(`Event ${plain(entry.event_type)}`, 'event', 'bad', 'No endpoint was enabled: nobody was told')
        : told(`Event ${plain(entry.event_type)}`, 'event', 'quiet', entry.event_id)
    case 'delivery_attempt':
      return attempted(entry)
    case 'delivery_waiting':
      return waits(entry)
  }
}
