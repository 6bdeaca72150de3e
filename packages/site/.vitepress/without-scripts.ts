/** Where no script runs, what needs one is left out, and on a phone all pages are listed below each. */
export const WITHOUT_SCRIPTS = `<style>
.VPLocalNav, .VPNavBarHamburger, .VPNavBarSearch, .VPNavBarAppearance, .copy { display: none !important }
@media (max-width: 959px) {
  .Layout { display: flex; flex-direction: column }
  .VPSidebar { position: static !important; order: 1; width: auto !important; max-width: none !important; opacity: 1 !important; visibility: visible !important; transform: none !important; box-shadow: none !important }
}
</style>`

export const NOT_FOUND = {
  title: 'There is no such page',
  quote: 'It may have moved since the link was made. Search for a word of it, or begin at the start.',
  linkText: 'To the start',
  linkLabel: 'To the start',
}

/** The page for an address that there is not, which VitePress leaves empty until its script runs. */
export const notFoundWithoutScripts = (html: string): string =>
  html.replace(
    '<div id="app"></div>',
    `$&
    <noscript>
      <main class="vp-doc" style="max-width: 40rem; margin: 4rem auto; padding: 0 1.5rem">
        <h1>${NOT_FOUND.title}</h1>
        <p>It may have moved since the link was made.</p>
        <p><a href="/">${NOT_FOUND.linkText}</a></p>
      </main>
    </noscript>`,
  )
