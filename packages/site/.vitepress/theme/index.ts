import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { printInLight } from './print-in-light.ts'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp: () => {
    if (!import.meta.env.SSR) printInLight(document.documentElement)
  },
} satisfies Theme
