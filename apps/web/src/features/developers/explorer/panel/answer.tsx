import { FailureNote } from '../../../../ui/feedback/failure-note.tsx'
import { Spinner } from '../../../../ui/feedback/spinner.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { CodeBlock } from '../../code/code-block.tsx'
import { HeaderList } from '../../code/header-list.tsx'
import { jsonLines, plainLines } from '../../code/json-lines.ts'
import styles from './answer.module.css'
import type { Received } from '../request/send.actions.ts'
import type { State } from '../request/use-request.ts'

/** S-EXP-08, S-EXP-09: the error above the response. */
export function Answer({ state }: { state: State }) {
  if (state.is === 'idle') return null
  if (state.is === 'loading') return <Spinner label="Sending…" />
  return (
    <div className={styles['answer']}>
      {state.is === 'error' && <FailureNote text={state.message} />}
      {state.received && <Response received={state.received} />}
    </div>
  )
}

function Response({ received }: { received: Received }) {
  const { status, statusText, isOk, headers, body, ms } = received
  const lines = 'json' in body ? jsonLines(body.json) : plainLines(body.text)
  return (
    <section aria-label="Response" className={styles['response']}>
      <p role="status" className={styles['line']}>
        <strong className={classNames(styles['status'], isOk ? styles['good'] : styles['bad'])}>
          {status} {statusText}
        </strong>
        <span className={styles['time']}>{ms} ms</span>
      </p>
      <CodeBlock title="Body" lines={lines} />
      <HeaderList headers={headers} />
    </section>
  )
}
