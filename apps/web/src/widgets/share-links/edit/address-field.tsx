import { isGuessable, MAX_SLUG, slugOf, suggestSlug } from '@daymark/contracts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { hasPassword } from './password-fields.tsx'
import type { SectionProps } from './section.ts'
import styles from './share-link.module.css'

const random = () => crypto.getRandomValues(new Uint8Array(32))

/** Only what an address may have, while it is typed: a space is a hyphen. */
const typed = (text: string) => text.toLowerCase().replace(/[\s_]+/g, '-')

function note({ draft, share }: SectionProps): string {
  if (!draft.slug) return 'Optional. Without one a random address leads to the gallery.'
  if (isGuessable(draft.slug) && !hasPassword({ draft, share }))
    return 'Short addresses can be guessed. Set a password if not everybody may see the photos.'
  if (share?.slug && share.slug !== draft.slug) return 'The address it has now will lead on to this one.'
  return `Visitors type …/share/${draft.slug}`
}

/** A name in place of the token. What is suggested cannot be guessed; what somebody types may be shorter. */
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
