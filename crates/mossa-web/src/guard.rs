//! Who may ask, and how much.
//!
//! A page that some other site serves must not be able to use this one: its requests carry that
//! site's origin, or through a name that it has turned to our address, that site's host. Both are
//! refused. Whoever lets others reach the workbench must set a token.

use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use axum::{
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};
use subtle::ConstantTimeEq;

use crate::{Options, Shared, refusal::Refusal};

/// What the browser keeps the token in.
const COOKIE: &str = "mossa_token";

/// Work that one address may have done at once, and how much is added each second. A small position
/// costs one.
const MOST_WORK: f64 = 6_000.0;
const WORK_A_SECOND: f64 = 3_000.0;

/// So many cells cost as much as one small position.
const CELLS_A_UNIT: usize = 100;

/// Addresses are forgotten when they have not asked for so long.
const FORGOTTEN: Duration = Duration::from_mins(1);

/// Scripts, styles and pictures come from us; nothing else runs, nothing frames us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'; manifest-src 'self'";

/// Keeps the door.
pub struct Guard {
    address: SocketAddr,
    token: Option<String>,
    work: Mutex<HashMap<IpAddr, Allowance>>,
}

/// How much work an address may still have done.
struct Allowance {
    left: f64,
    since: Instant,
}

impl Guard {
    pub fn new(options: &Options) -> Self {
        Self { address: options.address, token: options.token.clone(), work: Mutex::default() }
    }

    /// Whether the host that a browser believes it talks to is us.
    fn knows_host(&self, headers: &HeaderMap) -> bool {
        // With a token, a foreign name is of no use: the browser keeps the token for another one.
        if self.token.is_some() {
            return true;
        }
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
        let Ok(host) = host.to_str() else { return false };
        let port = self.address.port();
        let names = ["localhost".to_owned(), "127.0.0.1".to_owned(), "[::1]".to_owned()];
        names.iter().any(|name| {
            host.eq_ignore_ascii_case(&format!("{name}:{port}"))
                || (port == 80 && host.eq_ignore_ascii_case(name))
        })
    }

    /// Whether a request comes from a page of ours, or from no page at all.
    fn knows_origin(headers: &HeaderMap) -> bool {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        if text(header::HeaderName::from_static("sec-fetch-site"))
            .is_some_and(|site| !matches!(site, "same-origin" | "none"))
        {
            return false;
        }
        match headers.get(header::ORIGIN) {
            None => true,
            Some(origin) => {
                let host = text(header::HOST).unwrap_or_default();
                origin.as_bytes() == format!("http://{host}").as_bytes()
            }
        }
    }

    /// Whether the browser has shown the token.
    fn knows_token(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let cookies =
            headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|p| p.split_once('='));
        pairs.any(|(name, value)| name.trim() == COOKIE && is_same(value.trim(), token))
    }

    /// Takes work from an address's allowance.
    pub fn charge(&self, address: IpAddr, cells: usize) -> Result<(), Refusal> {
        let cost = 1.0 + f64::from((cells / CELLS_A_UNIT) as u32);
        let now = Instant::now();
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        if work.len() > 1_000 {
            work.retain(|_, allowance| now - allowance.since < FORGOTTEN);
        }
        let allowance = work.entry(address).or_insert(Allowance { left: MOST_WORK, since: now });
        let earned = (now - allowance.since).as_secs_f64() * WORK_A_SECOND;
        allowance.left = (allowance.left + earned).min(MOST_WORK);
        allowance.since = now;
        if allowance.left < cost {
            return Err(Refusal::too_many());
        }
        allowance.left -= cost;
        Ok(())
    }
}

fn is_same(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

/// Looks at every request before anybody else does.
pub async fn check(
    State(app): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let response = match admit(&app.guard, address.ip(), &request) {
        Ok(None) => next.run(request).await,
        Ok(Some(redirect)) => redirect,
        Err(refusal) => refusal.into_response(),
    };
    with_headers(response)
}

fn admit(guard: &Guard, address: IpAddr, request: &Request) -> Result<Option<Response>, Refusal> {
    let headers = request.headers();
    if !guard.knows_host(headers) {
        let error = "this name is not mine";
        return Err(Refusal::forbidden(error, "open the address that mossa printed"));
    }
    let is_reading = matches!(*request.method(), Method::GET | Method::HEAD);
    let is_page = is_reading && !request.uri().path().starts_with("/api/");
    // A link from elsewhere may open a page, but not make it do anything.
    if !is_page && !Guard::knows_origin(headers) {
        let error = "this request comes from another site";
        return Err(Refusal::forbidden(error, "use the page of the workbench itself"));
    }
    if let Some(redirect) = guard.take_token(request) {
        return Ok(Some(redirect));
    }
    if !guard.knows_token(headers) {
        let error = "this workbench asks for a token";
        return Err(Refusal::forbidden(
            error,
            "open the address that mossa printed, token included",
        ));
    }
    guard.charge(address, 0)?;
    Ok(None)
}

impl Guard {
    /// A page opened with the right token keeps it, and shows the address without it.
    fn take_token(&self, request: &Request) -> Option<Response> {
        let token = self.token.as_ref()?;
        let query = request.uri().query()?;
        let given = query.split('&').find_map(|part| part.strip_prefix("token="))?;
        if request.method() != Method::GET || !is_same(given, token) {
            return None;
        }
        let rest: Vec<&str> = query.split('&').filter(|part| !part.starts_with("token=")).collect();
        // Only the path: an address that begins with two slashes would lead elsewhere.
        let path = format!("/{}", request.uri().path().trim_start_matches('/'));
        let to = if rest.is_empty() { path } else { format!("{path}?{}", rest.join("&")) };
        let mut response = Redirect::to(&to).into_response();
        let cookie =
            format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000");
        response.headers_mut().insert(header::SET_COOKIE, HeaderValue::from_str(&cookie).ok()?);
        Some(response)
    }
}

/// Adds what every answer says.
fn with_headers(mut response: Response) -> Response {
    if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        let allowed = response.headers().get(header::ALLOW).cloned();
        response = Refusal::wrong_method().into_response();
        response.headers_mut().extend(allowed.map(|allowed| (header::ALLOW, allowed)));
    }
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("x-frame-options", "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}
