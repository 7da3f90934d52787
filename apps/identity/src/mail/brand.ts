/** In whose name a mail comes: the one place that says it. */
export type Brand = {
  name: string
  /** Address of a picture; the name stands alone without one. */
  logo: string | null
  /** Of the button; white is written on it. */
  accent: string
}

export const DAYMARK: Brand = { name: 'Daymark', logo: null, accent: '#2563eb' }
