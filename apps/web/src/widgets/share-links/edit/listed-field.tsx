import { useCached } from '../../../domain/cache/use-cached.ts'
import { studioPage } from '../../../domain/shares/studio-page.queries.ts'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { hasPassword } from './password-fields.tsx'
import type { SectionProps } from './section.ts'
import styles from './share-link.module.css'

/** For owners of a studio page; the consequences of listing are stated next to the switch. */
export function ListedField(props: SectionProps) {
  const { draft, set, share } = props
  const { data: page } = useCached(studioPage())
  const isListed = draft.listed ?? share?.listed ?? false
  if (!page?.enabled && !isListed) return null
  return (
    <div>
      <Switch
        label="List on my studio page"
        checked={isListed}
        onChange={event => set({ listed: event.target.checked })}
      />
      {isListed && (
        <p className={styles['note']}>
          {hasPassword(props)
            ? 'Anyone who visits the page sees its title. The photos need the password.'
            : 'Anyone who visits the page can open it.'}
        </p>
      )}
    </div>
  )
}
