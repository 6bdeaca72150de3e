/** The `<meta>` of a phone's document whose `content` warns who was sent the link by somebody else, in the language of its `lang`. */
export const PHONE_WARNING_META = 'phone-warning'
