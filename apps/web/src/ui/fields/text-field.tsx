import { Search } from 'lucide-react'
import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import { classNames } from '../class-names.ts'
import styles from './field.module.css'

type Shared = { label: string; hint?: ReactNode; error?: string | null; hideLabel?: boolean; className?: string }

function Field({
  id,
  label,
  hint,
  error,
  hideLabel,
  className,
  children,
}: Shared & { id: string; children: ReactNode }) {
  return (
    <div className={classNames(styles['field'], className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles['label']}>
        {label}
      </label>
      {children}
      {hint && !error && (
        <p id={`${id}-note`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-note`} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  )
}

const described = (id: string, { hint, error }: Shared) => ({
  'aria-describedby': hint || error ? `${id}-note` : undefined,
  'aria-invalid': error ? true : undefined,
})

/** What finds is round and has a lens: it is never taken for a field that makes something. */
export function TextField({
  label,
  hint,
  error,
  hideLabel,
  className,
  type = 'text',
  end,
  ...rest
}: Shared & InputHTMLAttributes<HTMLInputElement> & { end?: ReactNode }) {
  const id = useId()
  const shared = { label, hint, error, hideLabel, className }
  return (
    <Field id={id} {...shared}>
      <span className={styles['box']}>
        {type === 'search' && <Search aria-hidden className={styles['lens']} />}
        <input id={id} type={type} className={styles['input']} {...described(id, shared)} {...rest} />
        {end}
      </span>
    </Field>
  )
}

export function TextArea({
  label,
  hint,
  error,
  hideLabel,
  className,
  rows = 3,
  ...rest
}: Shared & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  const shared = { label, hint, error, hideLabel, className }
  return (
    <Field id={id} {...shared}>
      <textarea id={id} rows={rows} className={styles['input']} {...described(id, shared)} {...rest} />
    </Field>
  )
}

export function Select({
  label,
  hint,
  error,
  hideLabel,
  className,
  children,
  ...rest
}: Shared & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId()
  const shared = { label, hint, error, hideLabel, className }
  return (
    <Field id={id} {...shared}>
      <select id={id} className={styles['input']} {...described(id, shared)} {...rest}>
        {children}
      </select>
    </Field>
  )
}
