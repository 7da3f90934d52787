import { MAX_DISPLAY_NAME_LENGTH } from '@daymark/contracts'
import { Download } from 'lucide-react'
import { type SyntheticEvent, useMemo, useState } from 'react'
import { useUser } from '../../domain/session/session.tsx'
import { saveFile } from '../../lib/copy-and-save.ts'
import { logFailure } from '../../lib/log.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Switch } from '../../ui/fields/checkbox.tsx'
import { ChoiceRow } from '../../ui/fields/choice-row.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { LogoSwatches } from '../../widgets/logo/logo-swatches.tsx'
import styles from './watermark.module.css'

/** The styles of a name. Fonts are those of the user's device, so that no third party is contacted. */
const NAME_STYLES = {
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
type NameStyle = keyof typeof NAME_STYLES

/** Light logos work best; a dark one is for photos on white. */
const INKS = { light: '#ffffff', dark: '#111111' } as const
type Ink = keyof typeof INKS

type NameLogo = { name: string; style: NameStyle; ink: Ink; hasShadow: boolean }

const STYLES = Object.entries(NAME_STYLES).map(([value, { label }]) => ({ value: value as NameStyle, label }))
const INK_CHOICES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Draws a name as a PNG with transparency, for users without a logo. */
export function NameForm({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const { display_name } = useUser()
  const [logo, setLogo] = useState<NameLogo>({
    name: display_name ?? '',
    style: 'modern',
    ink: 'light',
    hasShadow: true,
  })
  const change = (part: Partial<NameLogo>) => setLogo({ ...logo, ...part })
  const isEmpty = logo.name.trim() === ''
  const picture = useMemo(() => (logo.name.trim() ? namePicture(logo) : null), [logo])
  const make = (use: (file: File) => void) =>
    nameFile(logo).then(use, (reason: unknown) => logFailure('The name could not be drawn', reason))
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    void make(onFile)
  }
  return (
    <form aria-label="Make a logo from a name" className={styles['form']} onSubmit={onSubmit}>
      <TextField
        label="Name"
        value={logo.name}
        maxLength={MAX_DISPLAY_NAME_LENGTH}
        placeholder="Your name or studio"
        autoComplete="organization"
        onChange={event => change({ name: event.target.value })}
      />
      <ChoiceRow legend="Style" choices={STYLES} chosen={logo.style} onChoose={style => change({ style })} />
      <div className={styles['look']}>
        <ChoiceRow legend="Color" choices={INK_CHOICES} chosen={logo.ink} onChoose={ink => change({ ink })} />
        <Switch
          label="Soft shadow"
          checked={logo.hasShadow}
          onChange={event => change({ hasShadow: event.target.checked })}
        />
      </div>
      {picture && <LogoSwatches src={picture} alt={`${logo.name.trim()}, preview`} />}
      <div className={styles['actions']}>
        <Button look="quiet" icon={<Download aria-hidden />} disabled={isEmpty} onClick={() => void make(saveFile)}>
          Download PNG
        </Button>
        <Button type="submit" disabled={isEmpty || isBusy}>
          Use as Watermark
        </Button>
      </div>
    </form>
  )
}

/** Large enough for a mark across a large photo, small enough to stay far below the recommended file size. */
const LETTER_PX = 220
const WIDEST_PX = 2400
/** The recommended width (S-WM-11), also for two letters; a single thin letter is not enlarged beyond what is sharp. */
const NARROWEST_PX = 500
const MOST_ENLARGED = 4
const PREVIEW_PX = 64
/** Relative to the size of the letters: space for the shadow, and for strokes that exceed their box. */
const MARGIN = 0.16
const SHADOW = { color: 'rgb(0 0 0 / 0.45)', blur: 0.08 }

/** Sets up the context and returns the box of the text. */
function measure(pen: CanvasRenderingContext2D, { name, style }: NameLogo, px: number) {
  const { font, spacing, write } = NAME_STYLES[style]
  pen.font = font.replace('1em', `${px}px`)
  pen.letterSpacing = `${spacing * px}px`
  const text = write(name.trim())
  const size = pen.measureText(text)
  const [left, ascent] = [size.actualBoundingBoxLeft, size.actualBoundingBoxAscent]
  const width = left + size.actualBoundingBoxRight
  return { text, left, ascent, width, height: ascent + size.actualBoundingBoxDescent }
}

/** Draws the name on a canvas of its size, transparent around the letters. */
function drawName(logo: NameLogo, letterPx: number, narrowest = 0): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) return null
  const written = measure(pen, logo, letterPx).width
  const enlarged = Math.min(MOST_ENLARGED, Math.max(1, narrowest / written))
  const px = letterPx * Math.min(enlarged, WIDEST_PX / written)
  const { text, left, ascent, width, height } = measure(pen, logo, px)
  const margin = px * MARGIN
  canvas.width = Math.ceil(width + 2 * margin)
  canvas.height = Math.ceil(height + 2 * margin)
  // Resizing a canvas resets its context.
  measure(pen, logo, px)
  pen.fillStyle = INKS[logo.ink]
  if (logo.hasShadow) Object.assign(pen, { shadowColor: SHADOW.color, shadowBlur: px * SHADOW.blur })
  pen.fillText(text, margin + left, margin + ascent)
  return canvas
}

/** A small preview while typing; null if the browser cannot draw. */
const namePicture = (logo: NameLogo): string | null => drawName(logo, PREVIEW_PX)?.toDataURL('image/png') ?? null

/** The name as a PNG file, created in the browser. */
async function nameFile(logo: NameLogo): Promise<File> {
  const canvas = drawName(logo, LETTER_PX, NARROWEST_PX)
  const png = await new Promise<Blob | null>(resolve => (canvas ? canvas.toBlob(resolve, 'image/png') : resolve(null)))
  if (!png) throw new Error('The name could not be drawn')
  return new File([png], 'watermark.png', { type: 'image/png' })
}
