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

/** The properties that all fields share. */
function useField<P extends Shared>({ label, hint, error, hideLabel, className, ...rest }: P) {
  const id = useId()
  const field = { id, label, hint, error, hideLabel, className }
  return { field, control: { id, className: styles['input'], ...described(id, field), ...rest } }
}

/** Search fields are round and have a lens, which distinguishes them from fields that create something. */
export function TextField({
  type = 'text',
  end,
  ...props
}: Shared & InputHTMLAttributes<HTMLInputElement> & { end?: ReactNode }) {
  const { field, control } = useField(props)
  return (
    <Field {...field}>
      <span className={styles['box']}>
        {type === 'search' && <Search aria-hidden className={styles['lens']} />}
        <input type={type} {...control} />
        {end}
      </span>
    </Field>
  )
}

export function TextArea({ rows = 3, ...props }: Shared & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { field, control } = useField(props)
  return (
    <Field {...field}>
      <textarea rows={rows} {...control} />
    </Field>
  )
}

export function Select(props: Shared & SelectHTMLAttributes<HTMLSelectElement>) {
  const { field, control } = useField(props)
  return (
    <Field {...field}>
      <select {...control} />
    </Field>
  )
}
