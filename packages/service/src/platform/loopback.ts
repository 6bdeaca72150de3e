/** Whether what goes to this host, spelt as in a URL or bare, never leaves the machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)
