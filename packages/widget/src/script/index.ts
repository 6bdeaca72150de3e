import { FORTE_CONTRACT, type OpenedWidget, type WidgetInit } from '@coinslot/contract/widget'
import { emit } from './emit.ts'
import { openWidget } from './open-widget.ts'
import { warmUpWhenIdle } from './warm-up.ts'

let opened = false
const init = (given: WidgetInit | undefined): OpenedWidget => {
  opened = true
  return openWidget(given)
}

Object.assign(window, { [FORTE_CONTRACT.initFunction]: init })
emit('loaded', null)
warmUpWhenIdle(import.meta.url, () => !opened)
