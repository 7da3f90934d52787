import { type http, isGuessableSlug, MAX_SLUG_LENGTH, MAX_TITLE_LENGTH, slugify, suggestSlug } from '@daymark/contracts'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { subscriptionQuery } from '../../../domain/plan/plan.queries.ts'
import { watermarkSettingsQuery } from '../../../domain/watermark.queries.ts'
import { Link } from '../../../lib/router.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { Select, TextField } from '../../../ui/fields/text-field.tsx'
import styles from '../share-link.module.css'
import { hasPassword } from './access-section.tsx'
import type { SectionProps } from './visitor-sections.tsx'

/** The fields for the address and the appearance of the gallery. */
export function GeneralFields(props: SectionProps) {
  const { draft, updateDraft } = props
  return (
    <>
      {draft.title !== null && (
        <TextField
          label="Title"
          value={draft.title}
          maxLength={MAX_TITLE_LENGTH}
          required
          data-autofocus
          onChange={event => updateDraft({ title: event.target.value })}
        />
      )}
      <AddressField {...props} />
      <Select
        label="Theme"
        value={draft.theme}
        onChange={event => updateDraft({ theme: event.target.value as http.Theme })}
      >
        <option value="auto">Auto</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </Select>
      <Switch
        label="Show titles"
        checked={draft.showTitles}
        onChange={event => updateDraft({ showTitles: event.target.checked })}
      />
      <Switch
        label="Show my name"
        checked={draft.showName}
        onChange={event => updateDraft({ showName: event.target.checked })}
      />
      <WatermarkField {...props} />
    </>
  )
}

const randomBytes = () => crypto.getRandomValues(new Uint8Array(32))

/** Converts typed text to the characters of an address. A space becomes a hyphen. */
const normalizeSlug = (text: string) => text.toLowerCase().replace(/[\s_]+/g, '-')

function createSlugHint({ draft, share }: SectionProps): string {
  if (!draft.slug) return 'Optional. Leave empty for a random address.'
  if (isGuessableSlug(draft.slug) && !hasPassword({ draft, share }))
    return 'Short addresses can be guessed. Set a password if the photos are private.'
  if (share?.slug && share.slug !== draft.slug) return 'The current address will redirect to the new one.'
  return `Address for visitors: …/share/${draft.slug}`
}

/**
 * The field for a readable address, which replaces the token in the URL. Suggested addresses have a random suffix, so
 * they are hard to guess; users can type shorter ones.
 */
function AddressField(props: SectionProps) {
  const { draft, updateDraft, albumTitle } = props
  return (
    <div className={styles['address']}>
      <TextField
        label="Readable address"
        hint={createSlugHint(props)}
        placeholder={slugify(albumTitle)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_SLUG_LENGTH}
        value={draft.slug}
        onChange={event => updateDraft({ slug: normalizeSlug(event.target.value) })}
      />
      <Button onClick={() => updateDraft({ slug: suggestSlug(albumTitle, randomBytes) })}>Suggest</Button>
    </div>
  )
}

/**
 * Returns whether links can have a watermark. `missing`: no watermark image exists. `locked`: the plan does not include
 * watermarks, or the data is not loaded yet.
 */
function useWatermarkState(): 'ready' | 'missing' | 'locked' {
  const { data: plan } = useCached(subscriptionQuery())
  const { data: watermark } = useCached(watermarkSettingsQuery())
  if (!plan?.features.includes('watermarks') || !watermark) return 'locked'
  return watermark.exists ? 'ready' : 'missing'
}

/**
 * The watermark switch. It is enabled if the plan includes watermarks and a watermark image exists. If no image exists,
 * a link leads to the page where the user can upload it. The watermark of an existing link can always be turned off.
 */
function WatermarkField({ draft, updateDraft, share }: SectionProps) {
  const state = useWatermarkState()
  const hadWatermark = share?.watermark ?? false
  const isWatermarked = draft.watermark ?? hadWatermark
  if (hadWatermark || state === 'ready')
    return (
      <Switch
        label="Watermark"
        checked={isWatermarked}
        onChange={event => updateDraft({ watermark: event.target.checked })}
      />
    )
  if (state === 'locked') return null
  return (
    <div className={styles['missing-watermark']}>
      <Switch label="Watermark" checked={false} disabled />
      <Link to="/watermark">Add a watermark first</Link>
    </div>
  )
}
