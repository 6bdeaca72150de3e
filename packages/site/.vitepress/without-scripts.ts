/** Where no script runs, what needs one is left out, and on a phone all pages are listed below each. */
export const WITHOUT_SCRIPTS = `<style>
.VPLocalNav, .VPNavBarHamburger, .VPNavBarSearch, .VPNavBarAppearance, .copy { display: none !important }
@media (max-width: 959px) {
  .Layout { display: flex; flex-direction: column }
  .VPSidebar { position: static !important; order: 1; width: auto !important; max-width: none !important; opacity: 1 !important; visibility: visible !important; transform: none !important; box-shadow: none !important }
}
</style>`
