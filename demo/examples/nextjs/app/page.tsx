import { Buy } from './buy.tsx'

export default function Page() {
  return (
    <main>
      <h1>500 coins</h1>
      <Buy item="coins-500" />
    </main>
  )
}
