import { Search } from 'lucide-react'
import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import { classNames } from '../class-names.ts'
import styles from './fields.module.css'

type FieldProps = { label: string; hint?: ReactNode; error?: string | null; hideLabel?: boolean; className?: string }

function Field({
  id,
  label,
  hint,
  error,
  hideLabel,
  className,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className={classNames('stack-1 shrinkable', className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : 'strong'}>
        {label}
      </label>
      {children}
      {hint && !error && (
        <p id={`${id}-note`} className="caption">
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

const descriptionProps = (id: string, { hint, error }: FieldProps) => ({
  'aria-describedby': hint || error ? `${id}-note` : undefined,
  'aria-invalid': error ? true : undefined,
})

/** Splits the props of a field into the props of its frame (`Field`) and the props of its input element. */
function useField<P extends FieldProps>({ label, hint, error, hideLabel, className, ...rest }: P) {
  const id = useId()
  const field = { id, label, hint, error, hideLabel, className }
  return { field, control: { id, className: styles['input'], ...descriptionProps(id, field), ...rest } }
}

/** A single-line input. The type `search` adds a magnifier icon and round corners. */
export function TextField({
  type = 'text',
  trailing,
  ...props
}: FieldProps & InputHTMLAttributes<HTMLInputElement> & { trailing?: ReactNode }) {
  const { field, control } = useField(props)
  return (
    <Field {...field}>
      <span className={styles['box']}>
        {type === 'search' && <Search aria-hidden className={styles['lens']} />}
        <input type={type} {...control} />
        {trailing}
      </span>
    </Field>
  )
}

export function TextArea({ rows = 3, ...props }: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { field, control } = useField(props)
  return (
    <Field {...field}>
      <textarea rows={rows} {...control} />
    </Field>
  )
}

type Option = readonly [value: string | number, label: string | number]

/** A drop-down list. The list shows the `children`, which are option elements, before the `options`. */
export function Select({
  options = [],
  children,
  ...props
}: FieldProps & SelectHTMLAttributes<HTMLSelectElement> & { options?: readonly Option[] }) {
  const { field, control } = useField(props)
  return (
    <Field {...field}>
      <select {...control}>
        {children}
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}
