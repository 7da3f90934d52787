import { PICKS } from '@daymark/contracts'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { NEW_PICKS, type PicksDraft } from '../../../domain/shares/picks-choice.ts'
import type { SectionProps } from './section.ts'
import styles from './downloads-section.module.css'

const number = { type: 'number', inputMode: 'numeric', min: 1, max: PICKS.most, step: 1, placeholder: 'Any' } as const

/** Whether visitors can pick photos, and the requirements. */
export function PicksFields({ draft: { picks }, set }: SectionProps) {
  const change = (part: Partial<PicksDraft>) => set({ picks: { ...(picks ?? NEW_PICKS), ...part } })
  return (
    <>
      <Switch
        label="Visitors pick photos"
        checked={picks !== null}
        onChange={event => set({ picks: event.target.checked ? NEW_PICKS : null })}
      />
      {picks && (
        <>
          <div className={styles['limits']}>
            <TextField
              {...number}
              label="At least"
              value={picks.minimum}
              onChange={event => change({ minimum: event.target.value })}
            />
            <TextField
              {...number}
              label="At most"
              value={picks.maximum}
              onChange={event => change({ maximum: event.target.value })}
            />
          </div>
          <TextField
            label="Until when"
            placeholder="by Friday, 14 June"
            maxLength={PICKS.deadline}
            value={picks.deadline}
            onChange={event => change({ deadline: event.target.value })}
          />
          <Switch
            label="Approve or reject each photo"
            checked={picks.review}
            onChange={event => change({ review: event.target.checked })}
          />
          <Switch
            label="Notes about photos"
            checked={picks.notes}
            onChange={event => change({ notes: event.target.checked })}
          />
        </>
      )}
    </>
  )
}
