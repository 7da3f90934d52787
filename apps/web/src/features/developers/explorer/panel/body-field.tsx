import { TextArea } from '../../../../ui/fields/text-field.tsx'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import styles from './body-field.module.css'
import type { Filled } from '../request/request.ts'

/** S-EXP-06 */
export function BodyField(props: { endpoint: Endpoint; filled: Filled; onChange: (filled: Filled) => void }) {
  const { endpoint, filled, onChange } = props
  const { required = [] } = endpoint
  return (
    <TextArea
      label="JSON body"
      rows={Math.min(20, Math.max(6, filled.body.split('\n').length + 1))}
      spellCheck={false}
      autoComplete="off"
      className={styles['body']}
      hint={required.length > 0 ? `Required: ${required.join(', ')}` : undefined}
      value={filled.body}
      onChange={event => onChange({ ...filled, body: event.target.value })}
    />
  )
}
