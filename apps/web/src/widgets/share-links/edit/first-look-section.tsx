import { FIRST_LOOK } from '@daymark/contracts'
import { useState } from 'react'
import { type FirstLookDraft, NEW_FIRST_LOOK } from '../../../domain/shares/first-look-choice.ts'
import { localDay } from '../../../domain/shares/share-choice.ts'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { SectionProps } from './section.ts'
import styles from './share-link.module.css'

/**
 * Whether visitors are informed that more photos are coming. Completing the gallery is a separate action, because it sends
 * notifications.
 */
export function FirstLookFields({ draft: { firstLook }, share, set }: SectionProps) {
  const [today] = useState(() => localDay(new Date().toISOString()))
  const change = (part: Partial<FirstLookDraft>) => set({ firstLook: { ...(firstLook ?? NEW_FIRST_LOOK), ...part } })
  return (
    <>
      <Switch
        label="More photos are coming"
        checked={firstLook !== null}
        onChange={event => set({ firstLook: event.target.checked ? NEW_FIRST_LOOK : null })}
      />
      {!firstLook && Boolean(share?.waiting) && (
        <p className={styles['note']}>
          This does not notify anyone. Use “It is complete” next to the link to notify visitors.
        </p>
      )}
      {firstLook && (
        <>
          <TextField
            label="Complete by"
            type="date"
            min={today}
            hint="Shown to visitors. Leave empty to show no date."
            value={firstLook.expected}
            onChange={event => change({ expected: event.target.value })}
          />
          <TextField
            label="Message to visitors"
            placeholder="The dances and the portraits follow."
            maxLength={FIRST_LOOK.note}
            value={firstLook.note}
            onChange={event => change({ note: event.target.value })}
          />
        </>
      )}
    </>
  )
}
