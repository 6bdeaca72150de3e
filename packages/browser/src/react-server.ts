'use client'

// What server components find in place of React's entry. A directive in that itself is a warning of every other bundler.
export { CoinSlot } from './react.ts'
