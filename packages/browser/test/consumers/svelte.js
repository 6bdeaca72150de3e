import '@coinslot/browser/define'
import { mount } from 'svelte'
import Slot from './Slot.svelte'

mount(Slot, { target: document.querySelector('#root') })
