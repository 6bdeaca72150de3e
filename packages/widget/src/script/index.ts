import { FORTE_CONTRACT } from '@coinslot/contract/widget'
import { emit } from './emit.ts'
import { openWidget } from './open-widget.ts'

Object.assign(window, { [FORTE_CONTRACT.initFunction]: openWidget })
emit('loaded', null)
