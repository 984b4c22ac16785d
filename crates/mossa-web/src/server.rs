//! Connections: how many, how slow, until when.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, extract::ConnectInfo};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use mossa_store::{Store, StoreError};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
};
use tower::ServiceExt;

use crate::{
    App, Options, Shared,
    guard::Guard,
    routes::routes,
    tables::{self, Tables},
    thinking::Searches,
};

/// At most so many connections at once; others wait at the door.
const MOST_CONNECTIONS: usize = 1_024;

/// A request's head must be here within this time.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// Why the workbench cannot be started.
#[derive(Debug)]
pub enum ServeError {
    /// The address cannot be listened at.
    Address(SocketAddr, io::Error),
    /// Nothing can be stored.
    Store(StoreError),
    /// No threads, no memory.
    System(io::Error),
}

/// Serves until the process ends. `ready` is told where, once the door is open.
///
/// # Errors
/// Says why it could not be started.
pub fn serve(options: Options, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(ServeError::System)?;
    runtime.block_on(run(options, ready))
}

async fn run(options: Options, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let asked = options.address;
    let listener =
        TcpListener::bind(asked).await.map_err(|error| ServeError::Address(asked, error))?;
    let address = listener.local_addr().map_err(|error| ServeError::Address(asked, error))?;
    let options = Options { address, ..options };
    let app = open(options).map_err(ServeError::Store)?;
    tables::go_on(&app);
    let routes = routes(app);
    ready(address);
    let door = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(seat) = door.clone().acquire_owned().await else { return Ok(()) };
        match listener.accept().await {
            Ok((stream, peer)) => {
                let routes = routes.clone();
                tokio::spawn(async move {
                    serve_one(stream, peer, routes).await;
                    drop(seat);
                });
            }
            // Too many open files, or a visitor who was gone before we opened: the next one may do
            // better.
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// All that requests share, with what was kept when the last server ended.
pub fn open(options: Options) -> Result<Shared, StoreError> {
    let store = options.data.as_deref().map(Store::open).transpose()?;
    Ok(Arc::new(App {
        searches: Searches::new(),
        tables: Tables::open(options.data.as_ref().map(|data| data.join("tables"))),
        guard: Guard::new(&options),
        store,
        options,
    }))
}

async fn serve_one(stream: TcpStream, peer: SocketAddr, routes: Router) {
    // A move must not wait for more to send.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        routes.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(stream), service);
    // Whatever goes wrong with a connection is the visitor's business.
    let _ = connection.await;
}
