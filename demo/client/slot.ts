import '@coinslot/browser/define'
