import '@coinslot/browser/define'

const slot = document.querySelector('coin-slot')

/** The page names a level; whose identity it is, the shop's backend knows. */
const chooseLevel = (): void => {
  const chosen = slot?.querySelector<HTMLInputElement>('input[name="level"]:checked')
  if (slot && chosen) slot.body = { level: Number(chosen.value) }
}

slot?.addEventListener('change', chooseLevel)
chooseLevel()
