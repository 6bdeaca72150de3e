/** Shows a picture once it is there: until then, and where it does not come, what lies below it stays. */
export const showLoaded = ({ currentTarget }: Event): void => (currentTarget as Element).classList.add('shown')
