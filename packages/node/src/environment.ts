import { ConfigurationError } from './errors.ts'

export type Environment = 'sandbox' | 'production' | 'local'

/** Where an environment's API is, and where its widget scripts are. */
export interface Endpoints {
  readonly baseUrl: string
  readonly scriptBaseUrl: string
}

/**
 * `sandbox` and `production` are the hosted service's; `local` is `coinslot-service serve` with its defaults.
 * Any other service is named by `baseUrl`.
 */
export const ENVIRONMENTS: Readonly<Record<Environment, Endpoints>> = {
  sandbox: {
    baseUrl: 'https://sandbox-api.sandbox.lemmax.com',
    scriptBaseUrl: 'https://payments.sandbox.lemmax.com',
  },
  production: { baseUrl: 'https://api.prod.lemmax.com', scriptBaseUrl: 'https://payments.prod.lemmax.com' },
  local: { baseUrl: 'http://127.0.0.1:4000', scriptBaseUrl: 'http://127.0.0.1:4000/widget' },
}

export interface EndpointOptions {
  /** A preset; one of this and `baseUrl` is needed. */
  readonly environment?: Environment | undefined
  /** Any service's base URL, http or https, without credentials; wins over the preset. */
  readonly baseUrl?: string | undefined
  /** Where browsers get the widget script; default `{baseUrl}/widget`, or the preset's. */
  readonly scriptBaseUrl?: string | undefined
}

const checked = (name: string, value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ConfigurationError(`${name} must be an absolute http or https URL`)
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ConfigurationError(`${name} must not carry credentials, a query or a fragment`)
  }
  return url.href.replace(/\/+$/, '')
}

/** @throws ConfigurationError where neither is given, or one is not a plain http(s) URL. @internal */
export const resolveEndpoints = (options: EndpointOptions): Endpoints => {
  const preset = options.environment === undefined ? undefined : ENVIRONMENTS[options.environment]
  if (options.environment !== undefined && preset === undefined) {
    throw new ConfigurationError(`environment must be one of ${Object.keys(ENVIRONMENTS).join(', ')}`)
  }
  const base = options.baseUrl ?? preset?.baseUrl
  if (base === undefined) throw new ConfigurationError('environment or baseUrl must be given')
  const baseUrl = checked('baseUrl', base)
  const presetScripts = options.baseUrl === undefined ? preset?.scriptBaseUrl : undefined
  return {
    baseUrl,
    scriptBaseUrl: checked('scriptBaseUrl', options.scriptBaseUrl ?? presetScripts ?? `${baseUrl}/widget`),
  }
}
