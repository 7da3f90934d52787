import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { BusyIcon, Spinner } from '../../../ui/feedback/spinner.tsx'
import { FailureNote } from '../../../ui/feedback/notice.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { Tabs } from '../../../ui/tabs/tabs.tsx'
import { CodeBlock, HeaderList } from '../code/code-block.tsx'
import { formatJsonLines, splitPlainLines } from '../code/code-line.ts'
import { Description } from '../code/description.tsx'
import { MethodBadge } from '../endpoints/endpoint-row.tsx'
import { describeType, type Endpoint, hasBody, hasFormBody, type Parameter } from '../endpoints/endpoint.ts'
import styles from './explorer.module.css'
import { type ApiAccess, buildCurlCommand, createInitialForm, type RequestForm } from './request.ts'
import { type ReceivedResponse, type RequestState, useRequest } from './send.actions.ts'

type ParameterTableProps = {
  parameters: readonly Parameter[]
  formValues: RequestForm
  onChange: (formValues: RequestForm) => void
}

/** S-EXP-05: the fields for the parameters of a request. */
function ParameterTable({ parameters, formValues, onChange }: ParameterTableProps) {
  if (parameters.length === 0) return <p className="muted">This endpoint has no parameters.</p>
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
        {parameters.map(parameter => (
          <tr key={parameter.name}>
            <th scope="row" className={styles['name']}>
              {parameter.name}
              {parameter.required && (
                <span className="danger-text" title="required">
                  *<span className="visually-hidden">required</span>
                </span>
              )}
            </th>
            <td className={styles['value']}>
              <ParameterInput parameter={parameter} formValues={formValues} onChange={onChange} />
            </td>
            <td className={styles['type']}>{describeType(parameter)}</td>
            <td className={styles['description']}>
              <Description text={parameter.description} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type ParameterInputProps = { parameter: Parameter } & Omit<ParameterTableProps, 'parameters'>

function ParameterInput({ parameter, formValues, onChange }: ParameterInputProps) {
  const { name, type, required, choices, example } = parameter
  const value = formValues.values[name] ?? ''
  const setValue = (next: string) => onChange({ ...formValues, values: { ...formValues.values, [name]: next } })
  const inputProps = { 'aria-label': name, 'aria-required': required, className: styles['input'] }
  if (type === 'file') {
    const setFile = (file: File | undefined) => {
      const { [name]: _, ...others } = formValues.files
      onChange({ ...formValues, files: file ? { ...others, [name]: file } : others })
    }
    return <input type="file" {...inputProps} onChange={event => setFile(event.target.files?.[0])} />
  }
  if (type === 'boolean')
    return (
      <input
        type="checkbox"
        aria-label={name}
        className={styles['checkbox']}
        checked={value === 'true'}
        onChange={event => setValue(event.target.checked ? 'true' : (parameter.default ?? '') === '' ? '' : 'false')}
      />
    )
  if (choices)
    return (
      <select {...inputProps} value={value} onChange={event => setValue(event.target.value)}>
        {!choices.includes('') && <option value="">–</option>}
        {choices.map(choice => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    )
  return (
    <input
      type="text"
      {...inputProps}
      inputMode={type === 'integer' ? 'numeric' : undefined}
      placeholder={example}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={event => setValue(event.target.value)}
    />
  )
}

const listTabs = (endpoint: Endpoint) => [
  { id: 'parameters' as const, label: 'Parameters' },
  ...(hasBody(endpoint) ? [{ id: 'body' as const, label: 'Body' }] : []),
  { id: 'curl' as const, label: 'cURL' },
]

/** Returns the initial tab: Body for a call with a body and without path or query parameters, otherwise Parameters. */
const chooseInitialTab = (endpoint: Endpoint) =>
  hasBody(endpoint) && !endpoint.parameters.some(parameter => parameter.in === 'path' || parameter.in === 'query')
    ? 'body'
    : 'parameters'

/** S-EXP-04, S-EXP-08: the form of a request and its response. */
export function RequestPanel({ endpoint, access }: { endpoint: Endpoint; access: ApiAccess }) {
  const { method, path, description, scope, needsAuth } = endpoint
  const [formValues, setFormValues] = useState(() => createInitialForm(endpoint))
  const [tab, setTab] = useState<'parameters' | 'body' | 'curl'>(() => chooseInitialTab(endpoint))
  const { state, execute } = useRequest(endpoint)
  const nonBodyParameters = endpoint.parameters.filter(parameter => parameter.in !== 'form')
  return (
    <section aria-label={`${method} ${path}`} className="stack-4 shrinkable">
      <header className="stack-2">
        <p className={`wrap align-items-center ${styles['call']}`}>
          <MethodBadge method={method} />
          <strong className={styles['path']}>{path}</strong>
        </p>
        <div className={styles['summary']}>
          <Description text={description} />
        </div>
      </header>
      <div>
        <Tabs label="Request" tabs={listTabs(endpoint)} selected={tab} onChoose={setTab}>
          {tab === 'parameters' && (
            <ParameterTable parameters={nonBodyParameters} formValues={formValues} onChange={setFormValues} />
          )}
          {tab === 'body' &&
            (hasFormBody(endpoint) ? (
              <ParameterTable
                parameters={endpoint.parameters.filter(parameter => parameter.in === 'form')}
                formValues={formValues}
                onChange={setFormValues}
              />
            ) : (
              <BodyField endpoint={endpoint} formValues={formValues} onChange={setFormValues} />
            ))}
          {tab === 'curl' && <CurlTab endpoint={endpoint} formValues={formValues} access={access} />}
        </Tabs>
      </div>
      <div className={styles['send']}>
        <Button
          appearance="primary"
          disabled={state.phase === 'loading'}
          icon={state.phase === 'loading' && <BusyIcon />}
          onClick={() => void execute(formValues, access)}
        >
          Execute Request
        </Button>
        <span className="caption">{needsAuth ? scope && `Requires the scope ${scope}` : 'No token required'}</span>
      </div>
      <RequestResult state={state} />
    </section>
  )
}

/** S-EXP-08, S-EXP-09: shows the state of the request, with an error above the response. */
function RequestResult({ state }: { state: RequestState }) {
  if (state.phase === 'idle') return null
  if (state.phase === 'loading') return <Spinner label="Sending…" />
  return (
    <div className="stack-3 shrinkable">
      {state.phase === 'error' && <FailureNote text={state.message} />}
      {state.response && <ResponseView response={state.response} />}
    </div>
  )
}

function ResponseView({ response }: { response: ReceivedResponse }) {
  const { status, statusText, isOk, headers, body, durationMs } = response
  const lines = 'json' in body ? formatJsonLines(body.json) : splitPlainLines(body.text)
  return (
    <section aria-label="Response" className={`stack-3 shrinkable ${styles['response']}`}>
      <p role="status" className={styles['line']}>
        <strong className={classNames(styles['status'], isOk ? styles['good'] : styles['bad'])}>
          {status} {statusText}
        </strong>
        <span className="muted">{durationMs} ms</span>
      </p>
      <CodeBlock title="Body" lines={lines} />
      <HeaderList headers={headers} />
    </section>
  )
}

/** S-EXP-06: the field for the JSON body. */
function BodyField(props: {
  endpoint: Endpoint
  formValues: RequestForm
  onChange: (formValues: RequestForm) => void
}) {
  const { endpoint, formValues, onChange } = props
  const { required = [] } = endpoint
  return (
    <TextArea
      label="JSON body"
      rows={Math.min(20, Math.max(6, formValues.body.split('\n').length + 1))}
      spellCheck={false}
      autoComplete="off"
      className={styles['body']}
      hint={required.length > 0 ? `Required: ${required.join(', ')}` : undefined}
      value={formValues.body}
      onChange={event => onChange({ ...formValues, body: event.target.value })}
    />
  )
}

/** Hides all but the first 7 characters of a token, by which users recognize the token. */
const maskToken = (token: string) => (token ? `${token.slice(0, 7)}••••••••` : '')

/** S-EXP-07: the request as a cURL command. The copied command contains the token; on screen, the token is masked. */
function CurlTab({ endpoint, formValues, access }: { endpoint: Endpoint; formValues: RequestForm; access: ApiAccess }) {
  const maskedCommand = buildCurlCommand(endpoint, formValues, { ...access, token: maskToken(access.token) })
  return (
    <div className="stack-2 shrinkable">
      <CodeBlock
        title="cURL"
        lines={splitPlainLines(maskedCommand)}
        copyText={buildCurlCommand(endpoint, formValues, access)}
      />
      {endpoint.needsAuth && access.token && <p className="caption">The copied command contains your token.</p>}
    </div>
  )
}
