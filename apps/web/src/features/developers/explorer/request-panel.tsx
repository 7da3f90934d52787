import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { BusyIcon } from '../../../ui/feedback/busy-icon.tsx'
import { FailureNote } from '../../../ui/feedback/notice.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { Tabs } from '../../../ui/tabs/tabs.tsx'
import { CodeBlock, HeaderList } from '../code/code-block.tsx'
import { formatJsonLines, splitPlainLines } from '../code/code-line.ts'
import { Description } from '../code/description.tsx'
import { MethodBadge } from '../endpoints/endpoint-row.tsx'
import { describeType, type Endpoint, hasBody, isForm, type Parameter } from '../endpoints/endpoint.ts'
import styles from './explorer.module.css'
import { type ApiAccess, buildCurlCommand, createEmptyForm, type RequestForm } from './request.ts'
import { type ReceivedResponse, type RequestState, useRequest } from './send.actions.ts'

type Props = { parameters: readonly Parameter[]; filled: RequestForm; onChange: (filled: RequestForm) => void }

/** S-EXP-05 */
function ParameterTable({ parameters, filled, onChange }: Props) {
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
    const setFile = (file: File | undefined) => {
      const { [name]: _, ...others } = filled.files
      onChange({ ...filled, files: file ? { ...others, [name]: file } : others })
    }
    return <input type="file" {...common} onChange={event => setFile(event.target.files?.[0])} />
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

const listTabs = (endpoint: Endpoint) => [
  { id: 'parameters' as const, label: 'Parameters' },
  ...(hasBody(endpoint) ? [{ id: 'body' as const, label: 'Body' }] : []),
  { id: 'curl' as const, label: 'cURL' },
]

/** Returns the tab that is shown first: the one with required input. */
const chooseFirstTab = (endpoint: Endpoint) =>
  hasBody(endpoint) && !endpoint.parameters.some(one => one.in === 'path' || one.in === 'query') ? 'body' : 'parameters'

/** S-EXP-04, S-EXP-08: the form of a request and its response. */
export function RequestPanel({ endpoint, access }: { endpoint: Endpoint; access: ApiAccess }) {
  const { method, path, description, scope, needsAuth } = endpoint
  const [filled, setFilled] = useState(() => createEmptyForm(endpoint))
  const [tab, setTab] = useState<'parameters' | 'body' | 'curl'>(() => chooseFirstTab(endpoint))
  const { state, execute } = useRequest(endpoint)
  const outsideBody = endpoint.parameters.filter(one => one.in !== 'form')
  return (
    <section aria-label={`${method} ${path}`} className={styles['panel']}>
      <header className={styles['head']}>
        <p className={styles['call']}>
          <MethodBadge method={method} />
          <strong className={styles['path']}>{path}</strong>
        </p>
        <div className={styles['about']}>
          <Description text={description} />
        </div>
      </header>
      <div>
        <Tabs label="Request" tabs={listTabs(endpoint)} chosen={tab} onChoose={setTab}>
          {tab === 'parameters' && <ParameterTable parameters={outsideBody} filled={filled} onChange={setFilled} />}
          {tab === 'body' &&
            (isForm(endpoint) ? (
              <ParameterTable
                parameters={endpoint.parameters.filter(one => one.in === 'form')}
                filled={filled}
                onChange={setFilled}
              />
            ) : (
              <BodyField endpoint={endpoint} filled={filled} onChange={setFilled} />
            ))}
          {tab === 'curl' && <CurlTab endpoint={endpoint} filled={filled} access={access} />}
        </Tabs>
      </div>
      <div className={styles['send']}>
        <Button
          look="primary"
          disabled={state.is === 'loading'}
          icon={state.is === 'loading' && <BusyIcon />}
          onClick={() => void execute(filled, access)}
        >
          Execute Request
        </Button>
        <span className={styles['note']}>
          {needsAuth ? scope && `Requires the scope ${scope}` : 'No token required'}
        </span>
      </div>
      <RequestResult state={state} />
    </section>
  )
}

/** S-EXP-08, S-EXP-09: shows the state of the request, with an error above the response. */
function RequestResult({ state }: { state: RequestState }) {
  if (state.is === 'idle') return null
  if (state.is === 'loading') return <Spinner label="Sending…" />
  return (
    <div className={styles['response-panel']}>
      {state.is === 'error' && <FailureNote text={state.message} />}
      {state.received && <ResponseView received={state.received} />}
    </div>
  )
}

function ResponseView({ received }: { received: ReceivedResponse }) {
  const { status, statusText, isOk, headers, body, ms } = received
  const lines = 'json' in body ? formatJsonLines(body.json) : splitPlainLines(body.text)
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

/** S-EXP-06 */
function BodyField(props: { endpoint: Endpoint; filled: RequestForm; onChange: (filled: RequestForm) => void }) {
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

/** Hides all but the first characters of a token, by which users recognize it. */
const maskToken = (token: string) => (token ? `${token.slice(0, 7)}••••••••` : '')

/** S-EXP-07: the request as a cURL command. The copied command contains the token; on screen, the token is masked. */
function CurlTab({ endpoint, filled, access }: { endpoint: Endpoint; filled: RequestForm; access: ApiAccess }) {
  const shown = buildCurlCommand(endpoint, filled, { ...access, token: maskToken(access.token) })
  return (
    <div className={styles['curl']}>
      <CodeBlock title="cURL" lines={splitPlainLines(shown)} copies={buildCurlCommand(endpoint, filled, access)} />
      {endpoint.needsAuth && access.token && <p className={styles['note']}>The copied command contains your token.</p>}
    </div>
  )
}
