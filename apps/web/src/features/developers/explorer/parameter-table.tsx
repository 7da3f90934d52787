import { Description } from '../code/words.tsx'
import { type Parameter, describeType } from '../endpoints/endpoint.ts'
import styles from './explorer.module.css'
import type { RequestForm } from './request.ts'

type Props = { parameters: readonly Parameter[]; filled: RequestForm; onChange: (filled: RequestForm) => void }

/** S-EXP-05 */
export function ParameterTable({ parameters, filled, onChange }: Props) {
  if (parameters.length === 0) return <p className={styles['none']}>This endpoint has no parameters.</p>
  return (
    <table className={styles['table']}>
      <caption className="visually-hidden">Parameters</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
          <th scope="col">Type</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map(one => (
          <tr key={one.name}>
            <th scope="row" className={styles['name']}>
              {one.name}
              {one.required && (
                <span className={styles['required']} title="required">
                  *<span className="visually-hidden">required</span>
                </span>
              )}
            </th>
            <td className={styles['value']}>
              <ParameterInput parameter={one} filled={filled} onChange={onChange} />
            </td>
            <td className={styles['type']}>{describeType(one)}</td>
            <td className={styles['description']}>
              <Description text={one.description} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ParameterInput({ parameter, filled, onChange }: { parameter: Parameter } & Omit<Props, 'parameters'>) {
  const { name, type, required, choices, example } = parameter
  const value = filled.values[name] ?? ''
  const set = (next: string) => onChange({ ...filled, values: { ...filled.values, [name]: next } })
  const common = { 'aria-label': name, 'aria-required': required, className: styles['input'] }
  if (type === 'file') {
    const take = (file: File | undefined) => {
      const { [name]: _, ...others } = filled.files
      onChange({ ...filled, files: file ? { ...others, [name]: file } : others })
    }
    return <input type="file" {...common} onChange={event => take(event.target.files?.[0])} />
  }
  if (type === 'boolean')
    return (
      <input
        type="checkbox"
        aria-label={name}
        className={styles['check']}
        checked={value === 'true'}
        onChange={event => set(event.target.checked ? 'true' : (parameter.default ?? '') === '' ? '' : 'false')}
      />
    )
  if (choices)
    return (
      <select {...common} value={value} onChange={event => set(event.target.value)}>
        {!choices.includes('') && <option value="">–</option>}
        {choices.map(choice => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    )
  return (
    <input
      type="text"
      {...common}
      inputMode={type === 'integer' ? 'numeric' : undefined}
      placeholder={example}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={event => set(event.target.value)}
    />
  )
}
