import { FORTE_CONTRACT, type WidgetInitFunction } from '@coinslot/contract/widget'
import { emit } from './emit.ts'
import { openWidget, prepareWidget, type ThemedInit } from './open-widget.ts'
import { warmUpWhenIdle } from './warm-up.ts'

const scriptUrl = import.meta.url
let isUsed = false
const prepare: WidgetInitFunction['prepare'] = (preparation) => {
  isUsed = true
  return prepareWidget(preparation, scriptUrl)
}
const init: WidgetInitFunction = Object.assign(
  (given: ThemedInit | undefined) => {
    isUsed = true
    return openWidget(given, scriptUrl)
  },
  { prepare },
)

Object.assign(window, { [FORTE_CONTRACT.initFunction]: init })
emit('loaded')
warmUpWhenIdle(scriptUrl, () => !isUsed)
