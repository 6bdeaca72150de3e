import { ConfigurationError } from './errors.ts'

/** A preset of `baseUrl`: see {@link ENVIRONMENTS}. */
export type Environment = 'sandbox' | 'production' | 'local'

/** Where an environment's API is, and where its widget scripts are. */
export interface Endpoints {
  /** The root of the API. */
  readonly baseUrl: string
  /** What the file name of a widget script follows. */
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
  /** Any service's root, http or https, without credentials, as `https://pay.example.com`; wins over the preset. */
  readonly baseUrl?: string | undefined
  /** Where browsers get the widget script; default `{baseUrl}/widget`, or the preset's. */
  readonly scriptBaseUrl?: string | undefined
}

const checked = (name: string, value: string | undefined): string => {
  const url = value !== undefined && URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:/.test(url.href) || url.username + url.password + url.search + url.hash !== '') {
    throw new ConfigurationError(`${name} must be an http or https URL without credentials, query or fragment`)
  }
  return url.href.replace(/\/+$/, '')
}

const presetOf = (environment: Environment | undefined): Endpoints => {
  const presets = new Map(Object.entries(ENVIRONMENTS))
  const preset = presets.get(String(environment))
  if (preset === undefined) {
    throw new ConfigurationError(`Give a baseUrl, or an environment: ${[...presets.keys()].join(', ')}`)
  }
  return preset
}

/** @throws ConfigurationError where neither is given, the environment is none, or one is not a plain http(s) URL. @internal */
export const resolveEndpoints = (options: EndpointOptions): Endpoints => {
  const given = options.baseUrl == null ? presetOf(options.environment) : options
  const baseUrl = checked('baseUrl', given.baseUrl)
  const scripts = options.scriptBaseUrl ?? given.scriptBaseUrl ?? `${baseUrl}/widget`
  return { baseUrl, scriptBaseUrl: checked('scriptBaseUrl', scripts) }
}
