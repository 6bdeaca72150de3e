import { JOURNEYS, SCREENS, type Standing } from '../../widget/test/journeys/table.ts'
import { rows } from './markdown.ts'

const heard = ({ page }: Standing): string => page.map((name) => `\`${name}\``).join(', ') || 'nothing'

const waysTo = (screen: string, standing: Standing): string =>
  JOURNEYS.filter((row) => row.screen === screen && row.expected === standing)
    .map(({ way, button }) => (way === 'Close' ? button : way))
    .join('; ')

/** Every screen with every way from it, as the tests go through them. */
export const journeyTable = (): string =>
  rows(
    ['from', 'the buyer does', 'the service says', 'the page hears', 'the buyer sees'],
    SCREENS.flatMap(({ name, left, stayed }) =>
      [left, stayed].map((standing) => [
        name,
        waysTo(name, standing),
        `\`${standing.service}\``,
        heard(standing),
        standing.buyer,
      ]),
    ),
  )
