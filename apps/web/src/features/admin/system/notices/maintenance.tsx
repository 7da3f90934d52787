import type { http } from '@daymark/contracts'
import { useId, useState } from 'react'
import { formatMoment } from '../../../../lib/format/dates.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { useWork } from '../../../../ui/feedback/use-work.ts'
import { TextArea } from '../../../../ui/fields/text-field.tsx'
import { Modal } from '../../../../ui/overlay/modal.tsx'
import { ReadCard } from '../../frame/card.tsx'
import { Chip } from '../../frame/chip.tsx'
import { setMaintenance } from '../system.actions.ts'
import { notices } from '../system.queries.ts'
import styles from '../system.module.css'

const EVERY_SECONDS = 15

function StartDialog({ onClose }: { onClose: () => void }) {
  const form = useId()
  const [message, setMessage] = useState('')
  const { isBusy, run } = useWork()
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={form} look="danger" disabled={isBusy}>
        Start Maintenance
      </Button>
    </>
  )
  return (
    <Modal title="Start Maintenance" onClose={onClose} actions={actions}>
      <form
        id={form}
        className={styles['form']}
        onSubmit={event => {
          event.preventDefault()
          const start = () => setMaintenance(true, message.trim() || null)
          void run(start, 'Maintenance started.').then(done => done && onClose())
        }}
      >
        <p>Uploads and changes wait until maintenance ends. Galleries and libraries can still be viewed.</p>
        <TextArea
          label="Message (optional)"
          data-autofocus
          maxLength={300}
          hint="Shown to all signed-in users and with every rejected change."
          value={message}
          onChange={event => setMessage(event.target.value)}
        />
      </form>
    </Modal>
  )
}

function Switch({ maintenance: { on, message, since } }: { maintenance: http.Maintenance }) {
  const [isAsking, setAsking] = useState(false)
  const { isBusy, run } = useWork()
  const end = () => void run(() => setMaintenance(false, null), 'Maintenance ended.')
  return (
    <>
      <p className={styles['none']}>
        {on
          ? `Read-only${since ? ` since ${formatMoment(since)}` : ''}: uploads and changes wait.`
          : 'During maintenance everything is read-only. Use it to move data or for a risky upgrade.'}
      </p>
      {on && message && <p>{message}</p>}
      <div className={styles['buttons']}>
        {on ? (
          <Button look="primary" disabled={isBusy} onClick={end}>
            End Maintenance
          </Button>
        ) : (
          <Button onClick={() => setAsking(true)}>Start Maintenance</Button>
        )}
      </div>
      {isAsking && <StartDialog onClose={() => setAsking(false)} />}
    </>
  )
}

/** Read-only mode for all users. */
export const Maintenance = () => (
  <ReadCard
    title="Maintenance"
    read={notices}
    everySeconds={EVERY_SECONDS}
    aside={({ maintenance: { on } }) => (on ? <Chip tone="caution">On</Chip> : <Chip>Off</Chip>)}
  >
    {({ maintenance }) => <Switch maintenance={maintenance} />}
  </ReadCard>
)
