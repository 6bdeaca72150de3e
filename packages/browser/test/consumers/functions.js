import { mountWidget } from '@coinslot/browser'

const { manifest, data, tell } = window.consumer
const session = mountWidget({ container: document.querySelector('#root'), manifest, data })
await session.ready
tell('ready')
tell((await session.closed).status)
