import { isGuessable, MAX_SLUG, slugOf, suggestSlug } from '@daymark/contracts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { hasPassword } from './password-fields.tsx'
import type { SectionProps } from './section.ts'
import styles from './share-link.module.css'

const random = () => crypto.getRandomValues(new Uint8Array(32))

/** Normalizes typed text to the characters of an address: a space becomes a hyphen. */
const typed = (text: string) => text.toLowerCase().replace(/[\s_]+/g, '-')

function note({ draft, share }: SectionProps): string {
  if (!draft.slug) return 'Optional. Without it the gallery has a random address.'
  if (isGuessable(draft.slug) && !hasPassword({ draft, share }))
    return 'Short addresses can be guessed. Set a password if the photos are private.'
  if (share?.slug && share.slug !== draft.slug) return 'The current address will redirect to the new one.'
  return `Visitors type …/share/${draft.slug}`
}

/** A readable name instead of the token. Suggestions cannot be guessed; typed names may be shorter. */
export function AddressField(props: SectionProps) {
  const { draft, set, albumTitle } = props
  return (
    <div className={styles['address']}>
      <TextField
        label="Readable address"
        hint={note(props)}
        placeholder={slugOf(albumTitle)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_SLUG}
        value={draft.slug}
        onChange={event => set({ slug: typed(event.target.value) })}
      />
      <Button onClick={() => set({ slug: suggestSlug(albumTitle, random) })}>Suggest</Button>
    </div>
  )
}
