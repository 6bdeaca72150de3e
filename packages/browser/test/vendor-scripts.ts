/** Sources of a vendor's script that keeps the contract, and of ones that do not. They note each run in `window.vendorRuns`. */
const run = 'window.vendorRuns = (window.vendorRuns ?? 0) + 1;'
const init = `window.initFortePaymentsWidget = ({ containerId, data }) => {
  const box = document.getElementById(containerId);
  box.replaceChildren(Object.assign(document.createElement('p'), { textContent: 'widget' }));
  box.widgetData = data;
  if (data.breaks) throw new Error('init');
};`
const prepare = `window.initFortePaymentsWidget.prepare = ({ containerId, clientId }) => {
  const form = Object.assign(document.createElement('p'), { textContent: 'form of ' + clientId });
  document.getElementById(containerId).append(form);
  return { show: () => form.isConnected, discard: () => form.remove() };
};`
const loaded = `dispatchEvent(new CustomEvent('FortePaymentsWidgetLoaded', { detail: {} }));`

export const SCRIPTS = {
  good: `${run}${init}${loaded}`,
  prepares: `${run}${init}${prepare}${loaded}`,
  late: `${run}setTimeout(() => { ${init}${loaded} }, 50);`,
  throws: `${run}throw new Error('vendor');`,
  broken: `${run}function (`,
  bare: run,
  other: `${run}window.initOther = () => {};dispatchEvent(new CustomEvent('OtherLoaded'));`,
} as const
