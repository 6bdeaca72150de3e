/** `ada@example.com` → `a•••@example.com`: enough to recognise one's own address by. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${at > 1 ? first : ''}•••${email.slice(at)}`
}

/** `+15555550123` → `••• 23`: the last two digits. */
export const maskPhone = (phone: string): string => `••• ${phone.slice(-2)}`
