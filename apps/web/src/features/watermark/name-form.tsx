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

/**
 * The styles in which a name can be drawn. They use fonts of the user's device, so that no third party is contacted.
 */
const NAME_STYLES = {
  modern: {
    label: 'Modern',
    font: "500 1em 'Helvetica Neue', 'Segoe UI', Roboto, 'Liberation Sans', sans-serif",
    spacing: 0.28,
    transform: (name: string) => name.toUpperCase(),
  },
  classic: {
    label: 'Classic',
    font: "400 1em Didot, 'Bodoni MT', Garamond, Georgia, 'Liberation Serif', serif",
    spacing: 0.04,
    transform: (name: string) => name,
  },
  signature: {
    label: 'Signature',
    font: "italic 400 1em 'Snell Roundhand', 'Segoe Script', 'Brush Script MT', 'Dancing Script', 'Apple Chancery', 'URW Chancery L', cursive",
    spacing: 0,
    transform: (name: string) => name,
  },
} as const
type NameStyle = keyof typeof NAME_STYLES

/** The colors of the name. A light name suits most photos, a dark one photos with a white background. */
const TEXT_COLORS = { light: '#ffffff', dark: '#111111' } as const
type TextColor = keyof typeof TEXT_COLORS

type NameLogo = { name: string; style: NameStyle; color: TextColor; hasShadow: boolean }

const STYLE_CHOICES = Object.entries(NAME_STYLES).map(([value, { label }]) => ({ value: value as NameStyle, label }))
const COLOR_CHOICES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** The form that draws a name as a PNG with transparency, for users without a logo. */
export function NameForm({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const { display_name } = useUser()
  const [logo, setLogo] = useState<NameLogo>({
    name: display_name ?? '',
    style: 'modern',
    color: 'light',
    hasShadow: true,
  })
  const change = (changes: Partial<NameLogo>) => setLogo({ ...logo, ...changes })
  const isEmpty = logo.name.trim() === ''
  const picture = useMemo(() => (logo.name.trim() ? previewUrlOf(logo) : null), [logo])
  const createFile = (onCreated: (file: File) => void) =>
    createPng(logo).then(onCreated, (reason: unknown) => logFailure('The name could not be drawn', reason))
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    void createFile(onFile)
  }
  return (
    <form aria-label="Make a logo from a name" className="stack-4 shrinkable" onSubmit={onSubmit}>
      <TextField
        label="Name"
        value={logo.name}
        maxLength={MAX_DISPLAY_NAME_LENGTH}
        placeholder="Your name or studio"
        autoComplete="organization"
        onChange={event => change({ name: event.target.value })}
      />
      <ChoiceRow legend="Style" choices={STYLE_CHOICES} selected={logo.style} onChoose={style => change({ style })} />
      <div className={styles['style-options']}>
        <ChoiceRow legend="Color" choices={COLOR_CHOICES} selected={logo.color} onChoose={color => change({ color })} />
        <Switch
          label="Soft shadow"
          checked={logo.hasShadow}
          onChange={event => change({ hasShadow: event.target.checked })}
        />
      </div>
      {picture && <LogoSwatches src={picture} alt={`${logo.name.trim()}, preview`} />}
      <div className={`wrap ${styles['actions']}`}>
        <Button
          appearance="quiet"
          icon={<Download aria-hidden />}
          disabled={isEmpty}
          onClick={() => void createFile(saveFile)}
        >
          Download PNG
        </Button>
        <Button type="submit" disabled={isEmpty || isBusy}>
          Use as Watermark
        </Button>
      </div>
    </form>
  )
}

/**
 * The letter size of the PNG file: large enough for a watermark across a large photo, and small enough for a file far
 * below the recommended size of 1 MB.
 */
const LETTER_PX = 220
const MAX_WIDTH_PX = 2400
/** The recommended width (S-WM-03). The letters of a short name are enlarged to reach it, within limits. */
const MIN_WIDTH_PX = 500
const MAX_ENLARGEMENT = 4
const PREVIEW_LETTER_PX = 64
/** The space for the shadow and for strokes beyond the text box, relative to the letter size. */
const MARGIN_RATIO = 0.16
const TEXT_SHADOW = { color: 'rgb(0 0 0 / 0.45)', blur: 0.08 }

/** Sets font and letter spacing of the context. Returns the text to draw and its box. */
function measureText(context: CanvasRenderingContext2D, { name, style }: NameLogo, letterPx: number) {
  const { font, spacing, transform } = NAME_STYLES[style]
  context.font = font.replace('1em', `${letterPx}px`)
  context.letterSpacing = `${spacing * letterPx}px`
  const text = transform(name.trim())
  const size = context.measureText(text)
  const [left, ascent] = [size.actualBoundingBoxLeft, size.actualBoundingBoxAscent]
  const width = left + size.actualBoundingBoxRight
  return { text, left, ascent, width, height: ascent + size.actualBoundingBoxDescent }
}

/** Draws the name on a transparent canvas that fits it. Returns null if the browser cannot draw. */
function drawName(logo: NameLogo, letterPx: number, minWidth = 0): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return null
  const textWidth = measureText(context, logo, letterPx).width
  const enlargement = Math.min(MAX_ENLARGEMENT, Math.max(1, minWidth / textWidth))
  const scaledPx = letterPx * Math.min(enlargement, MAX_WIDTH_PX / textWidth)
  const { text, left, ascent, width, height } = measureText(context, logo, scaledPx)
  const margin = scaledPx * MARGIN_RATIO
  canvas.width = Math.ceil(width + 2 * margin)
  canvas.height = Math.ceil(height + 2 * margin)
  // The font is set again, because setting the size of a canvas resets its context.
  measureText(context, logo, scaledPx)
  context.fillStyle = TEXT_COLORS[logo.color]
  if (logo.hasShadow)
    Object.assign(context, { shadowColor: TEXT_SHADOW.color, shadowBlur: scaledPx * TEXT_SHADOW.blur })
  context.fillText(text, margin + left, margin + ascent)
  return canvas
}

/** Returns the URL of a small preview, shown while the user types. Null if the browser cannot draw. */
const previewUrlOf = (logo: NameLogo): string | null =>
  drawName(logo, PREVIEW_LETTER_PX)?.toDataURL('image/png') ?? null

/** Creates a PNG file with the name, in the browser. */
async function createPng(logo: NameLogo): Promise<File> {
  const canvas = drawName(logo, LETTER_PX, MIN_WIDTH_PX)
  const png = await new Promise<Blob | null>(resolve => (canvas ? canvas.toBlob(resolve, 'image/png') : resolve(null)))
  if (!png) throw new Error('The name could not be drawn')
  return new File([png], 'watermark.png', { type: 'image/png' })
}
