/** In whose name a mail comes: the one place that says it. */
export type Brand = {
  name: string
  /** A picture and its size in the mail; the name stands alone without one. */
  logo: { address: string; width: number; height: number } | null
  /** Of the button; white is written on it. */
  accent: string
}

export const DAYMARK: Brand = { name: 'Daymark', logo: null, accent: '#2563eb' }
