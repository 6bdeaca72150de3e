import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { leaveOutline } from './leave-outline.ts'
import { leaveSearch } from './leave-search.ts'
import { printInLight } from './print-in-light.ts'
import { tellCopied } from './tell-copied.ts'
import { tellNothingFound } from './tell-nothing-found.ts'
import { defineWideTable } from './wide-table.ts'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp: () => {
    if (import.meta.env.SSR) return
    printInLight(document.documentElement)
    tellCopied(document.body)
    tellNothingFound(document.body)
    leaveSearch(document.body)
    leaveOutline()
    defineWideTable()
  },
} satisfies Theme
