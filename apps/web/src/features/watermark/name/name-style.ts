/** The styles of a name. Fonts are those of the user's device, so that no third party is contacted. */
export const NAME_STYLES = {
  modern: {
    label: 'Modern',
    font: "500 1em 'Helvetica Neue', 'Segoe UI', Roboto, 'Liberation Sans', sans-serif",
    spacing: 0.28,
    write: (name: string) => name.toUpperCase(),
  },
  classic: {
    label: 'Classic',
    font: "400 1em Didot, 'Bodoni MT', Garamond, Georgia, 'Liberation Serif', serif",
    spacing: 0.04,
    write: (name: string) => name,
  },
  signature: {
    label: 'Signature',
    font: "italic 400 1em 'Snell Roundhand', 'Segoe Script', 'Brush Script MT', 'Dancing Script', 'Apple Chancery', 'URW Chancery L', cursive",
    spacing: 0,
    write: (name: string) => name,
  },
} as const
export type NameStyle = keyof typeof NAME_STYLES

/** Light logos work best; a dark one is for photos on white. */
export const INKS = { light: '#ffffff', dark: '#111111' } as const
export type Ink = keyof typeof INKS

export type NameLogo = { name: string; style: NameStyle; ink: Ink; hasShadow: boolean }
